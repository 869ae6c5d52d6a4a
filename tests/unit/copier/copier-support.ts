import { getAccountRules, getCatalog } from '#content/catalog.ts';
import { applyEvent, createState } from '#shared/accounts/engine.ts';
import type { AccountEvent, AccountState, Fill } from '#shared/accounts/model.ts';
import type { CopyLink } from '#shared/copier/copy-link.ts';
import { type CopyInput, decideCopy, type FollowerAccount } from '#shared/copier/decide-copy.ts';
import type { Sizing } from '#shared/copier/sizing.ts';

export const month = '2026-12';
const start = Date.UTC(2026, 10, 18, 15);
export const rulesOf = (program: 'classic' | 'merit' = 'classic') =>
  getAccountRules(getCatalog(), 'v1', program, '50K');
export const es = (quantity: number) => ({ instrument: 'ES', month, quantity }) as const;
export const mes = (quantity: number) => ({ instrument: 'MES', month, quantity }) as const;
export const ratio = (hundredths: number, size: Sizing['size'] = 'leader'): Sizing => ({
  mode: 'ratio',
  hundredths,
  size,
});

export const fresh: CopyLink = {
  ...{ copyMode: 'execution', sizing: ratio(100), dailyStopCents: null, phase: 'disarmed', disarmReason: 'new' },
  ...{ waiting: false, missed: [], unmatched: [] },
};

type CopyOverrides = Partial<Omit<CopyInput, 'account'>> & { readonly account?: Partial<FollowerAccount> };

/** A follower that fills every order immediately at a price the test sets. */
export function createFollower(link: CopyLink, rules = rulesOf()) {
  let at = start;
  let current = link;
  let state: AccountState = createState(rules);
  let priceTicks = 27_000;
  const bookFill = (fill: Pick<Fill, 'instrument' | 'side' | 'quantity'>) => {
    at += 1_000;
    state = applyEvent(rules, state, { type: 'fill', at, month, priceTicks, feeCents: 0, ...fill });
  };
  return {
    rules,
    copy(leader: CopyInput['leader'], overrides: CopyOverrides = {}) {
      const account: FollowerAccount = {
        ...{
          rules,
          state,
          stage: 'evaluation',
          hasPayoutUnderReview: false,
          isHalted: false,
          isPersonalStopReached: false,
          ownMaxContracts: null,
          noAveragingDown: false,
        },
        ...{ haltedInstruments: [], ...overrides.account },
      };
      const input = { now: at, leader, isFresh: true, notCovered: null, link: current, ...overrides, account };
      const decision = decideCopy(input);
      current = decision.link;
      for (const { instrument, quantity } of decision.orders) {
        bookFill({ instrument, side: quantity > 0 ? 'buy' : 'sell', quantity: Math.abs(quantity) });
      }
      return decision;
    },
    change(change: (link: CopyLink) => CopyLink) {
      current = change(current);
    },
    mark(ticks: number) {
      priceTicks = ticks;
      at += 1_000;
      for (const { instrument } of state.positions)
        state = applyEvent(rules, state, { type: 'mark', at, instrument, month, priceTicks });
    },
    book(event: (at: number) => AccountEvent) {
      at += 1_000;
      state = applyEvent(rules, state, event(at));
    },
    held: () => state.positions.map(({ instrument, quantity }) => [instrument, quantity]),
    link: () => current,
    get state() {
      return state;
    },
  };
}
