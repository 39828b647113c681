/** A longer message is invalid, because it exceeds the maximum length of a string. */
const MAX_MESSAGE_BYTES = 2 ** 29 - 24;
/** The maximum number of bytes of a header that are searched for its end. */
const MAX_HEADER_BYTES = 8192;

const END = Buffer.from('\r\n\r\n');

/**
 * Extracts the well-formed frames of a stream, and skips invalid bytes up to the next header. The reader of the library
 * would never find the next message after an invalid header or a wrong length.
 */
export class MessageFramer {
  private header = Buffer.alloc(0);
  /** The number of bytes of the current message that are still missing. */
  private missing = 0;
  private body: Buffer[] = [];

  constructor(private readonly onInvalid: (header: string) => void) {}

  /** The valid bytes of a chunk. */
  frames(chunk: Buffer): Buffer[] {
    const output: Buffer[] = [];
    this.read(
      chunk,
      (length) => output.push(Buffer.from(`Content-Length: ${length}\r\n\r\n`)),
      (bytes) => output.push(bytes),
    );
    return output;
  }

  /** The messages that a chunk completes, without their headers. */
  messages(chunk: Buffer): Buffer[] {
    const output: Buffer[] = [];
    const end = (): void => {
      if (this.missing > 0) return;
      output.push(Buffer.concat(this.body));
      this.body = [];
    };
    this.read(chunk, end, (bytes) => {
      this.body.push(bytes);
      end();
    });
    return output;
  }

  private read(chunk: Buffer, onHeader: (length: number) => void, onBody: (bytes: Buffer) => void): void {
    for (let rest = chunk; rest.length > 0; ) {
      if (this.missing > 0) {
        const body = rest.subarray(0, this.missing);
        this.missing -= body.length;
        rest = rest.subarray(body.length);
        onBody(body);
        continue;
      }
      const known = this.header.length;
      const all = known === 0 ? rest : Buffer.concat([this.header, rest]);
      const end = all.indexOf(END, Math.max(0, known - END.length));
      if (end < 0) {
        // The last bytes may be the start of a header; bytes before them are skipped.
        this.header = Buffer.from(all.subarray(-MAX_HEADER_BYTES));
        break;
      }
      this.header = Buffer.alloc(0);
      rest = all.subarray(end + END.length);
      const length = this.lengthIn(all.subarray(0, end).toString('latin1'));
      if (length === undefined) continue;
      this.missing = length;
      onHeader(length);
    }
  }

  /** The length in the last header of a text; undefined if there is none. */
  private lengthIn(header: string): number | undefined {
    const digits = [...header.matchAll(/content-length[ \t]*:[ \t]*(\d+)[ \t]*(?=\r\n|$)/gi)].at(-1)?.[1];
    const length = Number(digits);
    if (digits !== undefined && length <= MAX_MESSAGE_BYTES) return length;
    this.onInvalid(header.slice(0, 200));
    return undefined;
  }
}
