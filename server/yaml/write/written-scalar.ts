/** A scalar that is not text, as it is written: a number, or a tag with its value. */
export class WrittenScalar {
  constructor(readonly text: string) {}
}
