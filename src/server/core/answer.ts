import type { User } from '#shared/core/envelope.ts';
import type { ResponseKey } from './translations.ts';

type AnswerParts<Data> = {
  readonly data?: Data;
  readonly message?: ResponseKey;
  readonly token?: string;
  readonly user?: User;
};

/** What a handler returns that says more than its call's data. */
export class Answer<Data = unknown> {
  readonly parts: AnswerParts<Data>;

  constructor(parts: AnswerParts<Data>) {
    this.parts = parts;
  }
}

export function answer<Data>(parts: AnswerParts<Data>): Answer<Data> {
  return new Answer(parts);
}
