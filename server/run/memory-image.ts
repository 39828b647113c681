/** The memory of a WebAssembly module; the buffer changes when it grows. */
export interface Memory {
  readonly buffer: ArrayBuffer;
}

/** What the memory of a WebAssembly module contains at one time, to be put back later. */
export class MemoryImage {
  private readonly bytes: Uint8Array;

  constructor(private readonly memory: Memory) {
    const words = new Int32Array(memory.buffer);
    let used = words.length;
    while (used > 0 && words[used - 1] === 0) used--;
    this.bytes = new Uint8Array(memory.buffer).slice(0, used * Int32Array.BYTES_PER_ELEMENT);
  }

  /**
   * Makes the memory as it was. What is written after it since stays there, but the allocator, which is part of the
   * memory, knows it as free, and clears or overwrites what it hands out.
   */
  restore(): void {
    new Uint8Array(this.memory.buffer).set(this.bytes);
  }
}
