import { confirmIdentity } from '#shared/people/contract-security.ts';
import { createForm } from './form.ts';
import type { Question } from './reauthentication.ts';

export function createConfirmForm(question: Question) {
  return createForm({
    contract: confirmIdentity,
    initial: { password: '', code: '' },
    onSuccess: () => question.answer(true),
  });
}
