import type { SseEvent } from '../../event-stream/index.ts';
import type { Judgement } from './judgement.ts';
import { describeNotJson } from './not-json.ts';
import type { SeenEvent } from './rules/rule.ts';

/** Judges how the events of one stream are written: each has a name and data, in UTF-8, and the data is JSON. */
export class FramingJudge {
  readonly #judgement: Judgement;
  readonly #exchange: number | undefined;

  constructor(judgement: Judgement, exchange: number | undefined) {
    this.#judgement = judgement;
    this.#exchange = exchange;
  }

  judge({ index: event, type: eventType, offset }: SeenEvent, { malformed }: SseEvent): void {
    this.#judgement.exercise('stream.framing.event-and-data');
    this.#judgement.exercise('stream.framing.utf8');
    if (eventType === '') {
      this.#judgement.report('stream.framing.event-and-data', this.#exchange, {
        event,
        eventType,
        offset,
        expected: 'an `event:` line beside the data',
        actual: 'data without a name',
      });
    }
    if (malformed) {
      this.#judgement.report('stream.framing.utf8', this.#exchange, {
        event,
        eventType,
        offset,
        expected: 'UTF-8, as event streams are',
        actual: 'bytes that are not UTF-8, which clients read as U+FFFD',
      });
    }
  }

  /** The stream has a name without data, which is no event. */
  dropped(eventType: string, offset: number): void {
    this.#judgement.exercise('stream.framing.event-and-data');
    this.#judgement.report('stream.framing.event-and-data', this.#exchange, {
      eventType,
      offset,
      expected: 'a `data:` line beside the name',
      actual: 'a name without data, which clients drop',
    });
  }

  /** The data of an event is not JSON. @param offset of the data in the stream, in bytes */
  notJson({ index: event, type: eventType }: SeenEvent, offset: number, text: string): void {
    this.#judgement.report('stream.framing.json-data', this.#exchange, {
      event,
      eventType,
      offset,
      expected: 'JSON',
      actual: describeNotJson(text),
    });
  }
}
