import { element } from '../element.ts';
import { clockOf } from './clock.ts';

/** How long an interaction waits for its answer, in seconds. */
const WAITS = 110;

/** Shows how much time is left for an answer. Screen readers do not read the seconds aloud, since they would drown out everything else. */
export class Countdown {
  readonly root = element('time', { class: 'countdown', role: 'timer', 'aria-live': 'off' });
  readonly #ends: number;
  readonly #timer: ReturnType<typeof setInterval>;

  /** @param timeScale how many times faster than real time the timers of the server run */
  constructor(timeScale: number, onEnd: () => void) {
    this.#ends = performance.now() + (WAITS * 1000) / timeScale;
    this.#timer = setInterval(() => {
      if (this.#left <= 0) onEnd();
      else this.#show();
    }, 250);
    this.#show();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.root.textContent = '';
  }

  get #left(): number {
    return Math.max(0, this.#ends - performance.now());
  }

  #show(): void {
    this.root.textContent = `${clockOf(this.#left)} left`;
  }
}
