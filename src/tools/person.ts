import type { Deps } from '#server/core/deps.ts';
import { endSessionsByOperator } from '#server/people/sign-in/end-by-operator.ts';
import { OperatorError, resetSecondFactor } from '#server/people/two-factor/reset-by-operator.ts';
import { stop } from './console.mjs';
import { withServer } from './with-server.ts';

type Addresses = { readonly email: string; readonly operatorEmail: string };

const tasks: Readonly<Record<string, (deps: Deps, addresses: Addresses) => Promise<string>>> = {
  'end-sessions': async (deps, addresses) => {
    await endSessionsByOperator(deps, addresses);
    return `${addresses.email} is signed out everywhere. We’ve emailed them.`;
  },
  'reset-second-factor': async (deps, addresses) => {
    const { step, dueAt } = await resetSecondFactor(deps, addresses);
    const due = dueAt.toISOString();
    if (step === 'requested') return `requested: another operator approves it with the same command; due ${due}`;
    if (step === 'done') return `${addresses.email} can now sign in without a second step. We’ve emailed them.`;
    return `approved: run this again at or after ${due}`;
  },
};

const [, , task = '', email = '', by = '', operatorEmail = ''] = process.argv;
const run = tasks[task];
if (!run || email === '' || by !== '--by' || operatorEmail === '') {
  stop(`usage: npm run staff -- ${Object.keys(tasks).join('|')} <address> --by <your address>`);
}
await withServer(async (deps) => (await run?.(deps, { email, operatorEmail })) ?? '', OperatorError);
