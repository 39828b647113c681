/** The memory of a WebAssembly module; the buffer changes when it grows. */
export interface Memory {
  readonly buffer: ArrayBuffer;
}

/** A copy of the memory of a WebAssembly module. */
export class MemoryImage {
  private readonly bytes: Uint8Array;

  constructor(private readonly memory: Memory) {
    const words = new Int32Array(memory.buffer);
    let used = words.length;
    while (used > 0 && words[used - 1] === 0) used--;
    this.bytes = new Uint8Array(memory.buffer).slice(0, used * Int32Array.BYTES_PER_ELEMENT);
  }

  /**
   * Restores the memory. Later writes outside of the image remain, but the allocator, which is part of the memory,
   * treats them as free, and clears or overwrites what it returns.
   */
  restore(): void {
    new Uint8Array(this.memory.buffer).set(this.bytes);
  }
}
