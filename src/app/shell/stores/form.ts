import { map } from 'nanostores';
import { type Result, type Success, send } from '#app/http/call.ts';
import type { BodyOf, Call } from '#shared/core/call.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';
import { notifyFailure } from './toasts.ts';

export type FormState<Values> = {
  readonly values: Values;
  /** Field → messages from the server, in the reader's language. */
  readonly errors: ValidationErrors;
  readonly busy: boolean;
  /** Counts failed attempts: a captcha is valid once and restarts with each round. */
  readonly round: number;
};

type FormOptions<C extends Call> = {
  contract: C;
  initial: BodyOf<C>;
  onSuccess: (result: Success<C>) => void | Promise<void>;
  /** Called before a failure is shown; return true to suppress the toast. */
  onFailure?: (result: Extract<Result<C>, { ok: false }>) => boolean;
  /** Sends the call; replace it where the form needs more, e.g. reauthentication. */
  sendBy?: typeof send;
};

/** A form that keeps its values through every failure and runs one submit at a time. */
export function createForm<C extends Call>({ contract, initial, onSuccess, onFailure, sendBy = send }: FormOptions<C>) {
  type Values = BodyOf<C>;
  const $form = map<FormState<Values>>({ values: initial, errors: {}, busy: false, round: 0 });

  function set<Field extends keyof Values & string>(field: Field, value: Values[Field]): void {
    const { values, errors } = $form.get();
    const { [field]: _corrected, ...others } = errors;
    $form.setKey('values', { ...(values as object), [field]: value } as Values);
    $form.setKey('errors', others);
  }

  async function submit(): Promise<void> {
    const { busy, values, round } = $form.get();
    if (busy) return;
    $form.setKey('busy', true);
    $form.setKey('errors', {});
    try {
      const result = await sendBy(contract, { body: values } as Parameters<typeof send<C>>[1]);
      if (result.ok) return await onSuccess(result);
      const { failure } = result;
      if (failure.kind === 'status') $form.setKey('errors', failure.fields);
      $form.setKey('round', round + 1);
      if (!onFailure?.(result)) notifyFailure(failure);
    } finally {
      $form.setKey('busy', false);
    }
  }

  function reset(values: Values = initial): void {
    $form.set({ ...$form.get(), values, errors: {} });
  }

  return { $form, set, submit, reset };
}

export type Form<C extends Call> = ReturnType<typeof createForm<C>>;
