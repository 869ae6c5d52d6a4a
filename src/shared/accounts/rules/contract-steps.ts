import type { AccountRules, AccountState, ContractStep } from '../model.ts';

type StepRules = Pick<AccountRules, 'startingBalanceCents' | 'maxContracts' | 'contractSteps'>;

type Progress = Pick<AccountState, 'balanceCents'> & {
  readonly days: readonly Pick<AccountState['days'][number], 'openBalanceCents'>[];
};

/** The most contracts an account may hold today, in minis. A day's own result counts from the next day on. */
export function findMaxContracts(rules: StepRules, { days, balanceCents }: Progress): number {
  if (rules.contractSteps === undefined) return rules.maxContracts;
  const profitCents = (days.at(-1)?.openBalanceCents ?? balanceCents) - rules.startingBalanceCents;
  return rules.contractSteps.find((step) => profitCents < step.belowProfitCents)?.maxContracts ?? rules.maxContracts;
}

/** The most contracts it may hold at the lowest profit. */
export function firstMaxContracts({ contractSteps = [], maxContracts }: StepRules): number {
  return contractSteps[0]?.maxContracts ?? maxContracts;
}

/** Steps as one value of a rule, such as `2<150000 3<200000`: contracts below a profit in cents. */
export function writeSteps(steps: readonly ContractStep[]): string {
  return steps.map(({ belowProfitCents, maxContracts }) => `${maxContracts}<${belowProfitCents}`).join(' ');
}

export function readSteps(value: string): readonly ContractStep[] {
  return value.split(' ').map((step) => {
    const [maxContracts, belowProfitCents] = step.split('<').map(Number);
    return { belowProfitCents: belowProfitCents ?? 0, maxContracts: maxContracts ?? 0 };
  });
}
