import { Duplex } from 'node:stream';
import type { Random } from '../test/random.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** How many bytes the network accepts before the other end reads them. */
const BUFFER = 1024 * 1024;
/** How many unsent bytes a writer may have before it should wait, as in Node's sockets. */
const UNSENT = 16 * 1024;
/** The longest delay of a chunk, in milliseconds. Without a random source, every delay is one millisecond. */
const LONGEST_WAY = 3;
/** One in this many chunks is split in two. */
const CUTS = 4;

type Done = (error?: Error | null) => void;

/**
 * One end of a connection within this process. Bytes, ends and resets arrive at the other end in order, some milliseconds later. Implements
 * what Node's HTTP server and undici need from a socket.
 */
export class MemorySocket extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  readonly remotePort = 1;
  bytesRead = 0;
  bytesWritten = 0;
  readonly #clock: VirtualClock;
  readonly #random: Random | undefined;
  #peer: MemorySocket | undefined;
  /** What is on its way to the other end. */
  readonly #sent: (() => void)[] = [];
  #hasSentEnd = false;
  #hasReceivedEnd = false;
  #isReset = false;
  /** Called when this end has room for more. */
  #onRoom: Done | undefined;
  #idleLimit = 0;
  #activeAt = 0;
  #cancelIdle: (() => void) | undefined;

  private constructor(clock: VirtualClock, random: Random | undefined) {
    super({ readableHighWaterMark: BUFFER, writableHighWaterMark: UNSENT });
    this.#clock = clock;
    this.#random = random;
  }

  /** Makes both ends of a connection. */
  static pair(clock: VirtualClock, random?: Random): [MemorySocket, MemorySocket] {
    const here = new MemorySocket(clock, random);
    const there = new MemorySocket(clock, random);
    here.#peer = there;
    there.#peer = here;
    return [here, there];
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    this.bytesWritten += chunk.length;
    this.#touch();
    const cut = this.#random && chunk.length > 1 && this.#random.below(CUTS) === 0;
    const at = cut ? 1 + this.#random.below(chunk.length - 1) : 0;
    if (cut) this.#send((peer) => peer.#receive(chunk.subarray(0, at), () => {}));
    this.#send((peer) => peer.#receive(chunk.subarray(at), done));
  }

  /** Everything written while the last chunk was on its way is sent together, as in the kernel. */
  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _read(): void {
    const onRoom = this.#onRoom;
    this.#onRoom = undefined;
    onRoom?.();
  }

  override _final(done: Done): void {
    this.#sendEnd();
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.setTimeout(0);
    this.#sendEnd();
    this.#onRoom?.();
    done(error);
  }

  /** Closes the connection so that the other end sees an error. */
  resetAndDestroy(): this {
    this.#isReset = true;
    return this.destroy();
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  /** Emits `timeout` after this many milliseconds without traffic; never if 0. */
  setTimeout(duration: number, callback?: () => void): this {
    this.#cancelIdle?.();
    this.#idleLimit = duration;
    if (callback) this.once('timeout', callback);
    this.#activeAt = this.#clock.now();
    if (duration > 0) this.#watchIdle(duration);
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  address(): object {
    return { address: this.remoteAddress, port: this.remotePort, family: 'IPv4' };
  }

  #touch(): void {
    this.#activeAt = this.#clock.now();
  }

  #watchIdle(left: number): void {
    this.#cancelIdle = this.#clock.deliver(left, () => {
      const idle = this.#clock.now() - this.#activeAt;
      if (idle < this.#idleLimit) this.#watchIdle(this.#idleLimit - idle);
      else this.emit('timeout');
    });
  }

  /** Whatever the delays, what was sent first arrives first. */
  #send(arrive: (peer: MemorySocket) => void): void {
    const peer = this.#peer as MemorySocket;
    this.#sent.push(() => arrive(peer));
    this.#clock.deliver(1 + (this.#random?.below(LONGEST_WAY) ?? 0), () => this.#sent.shift()?.());
  }

  #receive(chunk: Buffer, done: Done): void {
    if (this.destroyed) {
      done();
      // The kernel does the same with bytes for a closed connection.
      this.#send((peer) => peer.#fail('write'));
      return;
    }
    this.bytesRead += chunk.length;
    this.#touch();
    if (this.#hasReceivedEnd || this.push(chunk)) done();
    else this.#onRoom = done;
  }

  #fail(syscall: 'read' | 'write'): void {
    if (this.destroyed) return;
    this.destroy(Object.assign(new Error(`${syscall} ECONNRESET`), { code: 'ECONNRESET', syscall }));
  }

  #sendEnd(): void {
    if (this.#hasSentEnd) return;
    this.#hasSentEnd = true;
    const isReset = this.#isReset;
    this.#send((peer) => {
      if (isReset) return peer.#fail('read');
      if (peer.#hasReceivedEnd || peer.destroyed) return;
      peer.#hasReceivedEnd = true;
      peer.push(null);
    });
  }
}
