/** The last result for an object, with the argument for which it was computed. */
export class LatestResult<Subject extends object, Argument, Value> {
  private readonly results = new WeakMap<Subject, { readonly argument: Argument; readonly value: Value }>();

  get(subject: Subject): { readonly argument: Argument; readonly value: Value } | undefined {
    return this.results.get(subject);
  }

  set(subject: Subject, argument: Argument, value: Value): void {
    this.results.set(subject, { argument, value });
  }
}
