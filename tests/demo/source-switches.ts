/** The switches of a simulated source. Each switch causes one fault of the source. */
import type { ByteSource } from './byte-source.ts';

/** The faults that a person can switch on. */
export const FAULTS = ['stop', 'slow', 'lie'] as const;
export type Fault = (typeof FAULTS)[number];

/** The bytes per second of a normal source: slow enough for a person to watch a download. */
export const USUAL_RATE = 2_500_000;
const SLOW_RATE = 50_000;
/** The milliseconds that a slow source waits before each answer: longer than the time limit of the demo's probes. */
const SLOW_MS = 4000;

export class SourceSwitches {
  readonly #source: ByteSource;
  #isStopped = false;
  /** The end of the last change. Stopping a source takes time, so the next change waits for it. */
  #last: Promise<void> = Promise.resolve();

  constructor(source: ByteSource) {
    this.#source = source;
    source.misbehaviour.rate = USUAL_RATE;
  }

  isOn(fault: Fault): boolean {
    const { wrongBytes, slow } = this.#source.misbehaviour;
    return { stop: this.#isStopped, slow: slow > 0, lie: wrongBytes }[fault];
  }

  set(fault: Fault, isOn: boolean): Promise<void> {
    this.#last = this.#last.catch(() => {}).then(() => this.#turn(fault, isOn));
    return this.#last;
  }

  async #turn(fault: Fault, isOn: boolean): Promise<void> {
    const { misbehaviour } = this.#source;
    if (fault === 'lie') misbehaviour.wrongBytes = isOn;
    else if (fault === 'slow')
      Object.assign(misbehaviour, isOn ? { slow: SLOW_MS, rate: SLOW_RATE } : { slow: 0, rate: USUAL_RATE });
    else {
      await (isOn ? this.#source.down() : this.#source.up());
      this.#isStopped = isOn;
    }
  }
}
