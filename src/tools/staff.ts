import { NotedHeadsError, readNotedHead } from '#server/core/audit/noted-heads.ts';
import { verifyAudit } from '#server/core/audit/verify.ts';
import type { Deps } from '#server/core/deps.ts';
import type { StaffChange } from '#server/people/staff/change.ts';
import { changeStaffByOperator } from '#server/people/staff/change-by-operator.ts';
import { OperatorError } from '#server/people/two-factor/reset-by-operator.ts';
import { staffRoleNames } from '#shared/people/contract-staff.ts';
import { stop } from './console.mjs';
import { withServer } from './with-server.ts';

const [, , task = '', ...args] = process.argv;
const [first = ''] = args;
const readOption = (name: string) => args[args.indexOf(name) + 1] as string | undefined;

const usage = `usage:
  npm run staff -- appoint <address> --role <${staffRoleNames.join('|')}> [--by <an administrator’s address>]
  npm run staff -- remove <address> --role <role> --by <an administrator’s address>
  npm run staff -- suspend <address> --by <an administrator’s address>
  npm run staff -- restore <address> --by <an administrator’s address>
  npm run staff -- correct-address <address> --to <new address> --by <an administrator’s address>`;

function readChange(): StaffChange | undefined {
  const option = (name: string) => (args.includes(name) ? readOption(name) : undefined);
  const role = staffRoleNames.find((each) => each === option('--role'));
  if (task === 'suspend' || task === 'restore') return { change: task };
  if (task === 'appoint' || task === 'remove') return role && { change: task, role };
  const address = option('--to')?.trim().toLowerCase();
  return address?.includes('@') ? { change: 'address', address } : undefined;
}

async function changeStaff(deps: Deps): Promise<string> {
  const change = readChange();
  if (!first.includes('@') || !change) throw new OperatorError(usage);
  const operatorEmail = args.includes('--by') ? readOption('--by') : undefined;
  await changeStaffByOperator(deps, { email: first, operatorEmail, change });
  return `Done. We’ve emailed ${change.change === 'address' ? change.address : first}.`;
}

function readNoted(deps: Deps) {
  try {
    return readNotedHead(deps);
  } catch (error) {
    throw error instanceof NotedHeadsError ? new OperatorError(error.message) : error;
  }
}

async function verify(deps: Deps): Promise<string> {
  const [number, hash] = first.split(':');
  const noted = readNoted(deps);
  const verdict = await verifyAudit(deps, number && hash ? { number: Number(number), hash } : noted);
  if (!verdict.intact) throw new OperatorError(`The audit log has been altered: ${verdict.problem}`);
  const { head, erased } = verdict;
  const note = erased === 0 ? '' : `, of which ${erased} sign-ins were deleted after a year`;
  const witness = noted ? `, and it holds link ${noted.number} of ${deps.env.auditHeadsFile}` : '';
  return `The audit log is intact: ${head.number} entries${note}${witness}\nStore this somewhere else and pass it next time: ${head.number}:${head.hash}`;
}

const tasks: Readonly<Record<string, (deps: Deps) => Promise<string>>> = {
  appoint: changeStaff,
  remove: changeStaff,
  suspend: changeStaff,
  restore: changeStaff,
  'correct-address': changeStaff,
  verify,
};
const run = tasks[task];
if (!run) stop(`${usage}\n  npm run db -- verify-audit`);
await withServer(async (deps) => (await run?.(deps)) ?? '', OperatorError);
