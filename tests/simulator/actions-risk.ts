import { decideRiskAction, takeRiskAction } from '#shared/risk/contract.ts';
import { answerConduct, decideConduct, openConduct } from '#shared/risk/contract-conduct.ts';
import { decideHalt, requestHalt, requestHaltEnd } from '#shared/risk/contract-halts.ts';
import type { Chance } from './chance.ts';
import { type Firm, pickAccount, type Trader } from './firm.ts';
import type { World } from './world.ts';

const actions = [
  'lock',
  'liquidate',
  'liquidate_only',
  'suspend',
  'restore',
  'restore',
  'restore',
  'terminate',
] as const;
const targets = ['all', 'program:classic', 'platform:rithmic', 'instrument:ES'] as const;
const words = {
  text: 'We look into it.',
  textEn: 'We look into it.',
  textFr: 'Nous vérifions.',
  textPt: 'Verificamos.',
};

/** Staff act on an account; a second person decides where the rules want two. */
export async function act(
  world: World,
  { staff: [token, second] }: Firm,
  accountId: string,
  kind: (typeof actions)[number],
  decision: 'approve' | 'decline' = 'approve',
): Promise<void> {
  const taken = await world.ask(takeRiskAction, { body: { accountId, kind, cause: 'We look into it.' }, token });
  if (taken?.stage === 'requested')
    await world.ask(decideRiskAction, { body: { actionId: taken.actionId, decision }, token: second });
}

/** Staff stop or restore one of a person's accounts. */
export async function desk(world: World, trader: Trader, chance: Chance, firm: Firm) {
  const account = await pickAccount(world, trader, chance);
  if (account) await act(world, firm, account.id, chance.pick(actions), chance.hits(0.8) ? 'approve' : 'decline');
}

/** Moves the firm's trading halt on: requested, running, to be lifted, lifted. @returns whether there is one */
export async function moveHalt(world: World, { staff: [token, second] }: Firm): Promise<boolean> {
  const halt = await world.db
    .selectFrom('trading_halt')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('declined', '=', false)
    .orderBy('requested_at')
    .executeTakeFirst();
  if (!halt) return false;
  const body = { haltId: halt.id };
  if (halt.started_at && !halt.lift_requested_by) await world.ask(requestHaltEnd, { body, token });
  else await world.ask(decideHalt, { body: { ...body, decision: 'approve' }, token: second });
  return true;
}

export async function halt(world: World, _: Trader, chance: Chance, firm: Firm): Promise<void> {
  const [token] = firm.staff;
  if (!(await moveHalt(world, firm)))
    await world.ask(requestHalt, { body: { target: chance.pick(targets), ...words }, token });
}

/** The case about an account of a person that is open, if there is one. */
export function findCase({ db }: World, { personId }: Trader) {
  return db
    .selectFrom('conduct_case')
    .innerJoin('trading_account', 'trading_account.id', 'conduct_case.account_id')
    .select('conduct_case.id')
    .where('trading_account.person_id', '=', personId)
    .where('conduct_case.status', '=', 'open')
    .orderBy('conduct_case.opened_at')
    .executeTakeFirst();
}

/** Staff open a case about an account, its owner answers, or staff decide. */
export async function conduct(world: World, trader: Trader, chance: Chance, { staff: [token] }: Firm): Promise<void> {
  const account = await pickAccount(world, trader, chance);
  const open = await findCase(world, trader);
  const reason = 'We compared the trades.';
  if (!open) {
    if (!account) return;
    const body = { accountId: account.id, cause: 'opposite-trades' as const, evidence: reason, sourceIds: [] };
    await world.ask(openConduct, { body, token });
  } else if (chance.hits(0.4)) {
    await world.ask(answerConduct, { body: { caseId: open.id, answer: 'It was me.' }, token: trader.token });
  } else {
    const decision = chance.pick(['upheld', 'lifted', 'lifted'] as const);
    await world.ask(decideConduct, { body: { caseId: open.id, decision, reason }, token });
  }
}
