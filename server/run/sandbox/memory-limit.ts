/** The relevant part of a `WebAssembly.Memory`. */
export interface GrowingMemory {
  readonly buffer: ArrayBuffer;
  grow: (pages: number) => number;
}

const BYTES_PER_PAGE = 65_536;

/**
 * Limits the memory of the engine. The engine has a limit of its own, but does not know how much its allocations use in
 * WebAssembly, so that this one only stops single ones.
 */
export class MemoryLimit {
  /** Whether memory was refused. */
  isExceeded = false;
  /** Additional bytes. */
  reserve = 0;

  /** @param allowed the number of bytes that the engine may use in addition to those that it starts with */
  constructor(memory: GrowingMemory, allowed: () => number) {
    const grow = memory.grow.bind(memory);
    const start = memory.buffer.byteLength;
    memory.grow = (pages) => {
      if (memory.buffer.byteLength + pages * BYTES_PER_PAGE > start + allowed() + this.reserve) {
        this.isExceeded = true;
        // The engine tries less, and then has no memory.
        throw new RangeError('The memory is exhausted.');
      }
      return grow(pages);
    };
  }
}
