import { Table } from './table';

/** Stands for a table of what was not read yet: it knows nothing, and notes whether anything was asked of it. */
export class UnreadTable<Kinds> extends Table<Kinds> {
  wasAsked = false;

  override get<K extends keyof Kinds & string>(kind: K, name: string): readonly Kinds[K][] {
    this.wasAsked = true;
    return super.get(kind, name);
  }

  override has<K extends keyof Kinds & string>(kind: K, name: string): boolean {
    this.wasAsked = true;
    return super.has(kind, name);
  }

  override namesOf(kind: keyof Kinds & string): Iterable<string> {
    this.wasAsked = true;
    return super.namesOf(kind);
  }

  override note(key: string): void {
    this.wasAsked = true;
    super.note(key);
  }

  override settle(): void {
    this.wasAsked = true;
    super.settle();
  }
}
