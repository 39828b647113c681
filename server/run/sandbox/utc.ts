type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type HostFunction = (...args: readonly unknown[]) => unknown;

/** A date whose local time is UTC. */
class UtcDate extends Date {
  override getTimezoneOffset() {
    return 0;
  }
  override getSeconds() {
    return this.getUTCSeconds();
  }
  override getMinutes() {
    return this.getUTCMinutes();
  }
  override getHours() {
    return this.getUTCHours();
  }
  override getDate() {
    return this.getUTCDate();
  }
  override getDay() {
    return this.getUTCDay();
  }
  override getMonth() {
    return this.getUTCMonth();
  }
  override getFullYear() {
    return this.getUTCFullYear();
  }
}

/**
 * The imports of the engine, which then takes UTC for the local time, so that a conversation is the same in every time
 * zone. The engine has no setting for that; it asks functions of its host that use the host's `Date`.
 */
export function withUtc(imports: unknown): unknown {
  const changed = Object.entries(imports as Imports).map(([module, members]) => [
    module,
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, inUtc(member)])),
  ]);
  return Object.fromEntries(changed);
}

function inUtc(member: unknown): unknown {
  if (typeof member !== 'function' || !member.toString().includes('getTimezoneOffset')) return member;
  return (...args: readonly unknown[]) => {
    const { Date: hostDate } = globalThis;
    globalThis.Date = UtcDate as DateConstructor;
    try {
      return (member as HostFunction)(...args);
    } finally {
      globalThis.Date = hostDate;
    }
  };
}
