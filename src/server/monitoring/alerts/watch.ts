import { minuteMs } from '#lib/durations.ts';
import type { Deps } from '#server/core/deps.ts';
import type { LimitName } from '#shared/core/limit-names.ts';
import { factGauges } from '../gauges.ts';
import type { Alerts, OperatorAlert } from '../ports/alerts/alerts.ts';
import { type Facts, readFactsInTime } from '../read-facts.ts';
import { alertRules, databaseRule } from './rules.ts';

const everyMs = 30_000;

type Condition = Pick<OperatorAlert, 'name' | 'labels' | 'summary'> & { readonly forMinutes: number };

/** An alert that is or was about to fire; `endsAt` is null while its condition holds. */
type Watched = { readonly alert: OperatorAlert; readonly isFiring: boolean };

const keyOf = ({ name, labels }: Pick<OperatorAlert, 'name' | 'labels'>) => [name, ...Object.values(labels)].join(' ');

function findConditions(facts: Facts): Condition[] {
  return alertRules.flatMap(({ metric, above, ...rule }) => {
    const { label, read } = factGauges[metric];
    const values = read(facts);
    const series = typeof values === 'number' ? new Map([['', values]]) : values;
    return [...series]
      .filter(([, value]) => value > above)
      .map(([name]) => ({ ...rule, labels: label === undefined ? {} : { [label]: name } }));
  });
}

/**
 * Checks the rules and sends the receiver what changed. Copies share the counts in `limits`, so only one of them sends.
 * A lasting alert is sent again every four hours, and what the receiver didn't accept with the next check.
 */
export function createAlertWatch(deps: Deps, alerts: Alerts): { check(): Promise<void> } {
  const watched = new Map<string, Watched>();
  const downConditions: readonly Condition[] = [{ ...databaseRule, labels: {} }];

  function update(conditions: readonly Condition[], isOver: (name: string) => boolean): void {
    const now = deps.clock();
    const current = new Set(conditions.map(keyOf));
    for (const { forMinutes, ...condition } of conditions) {
      const key = keyOf(condition);
      const last = watched.get(key);
      const startsAt = last?.alert.startsAt ?? now;
      const isFiring = now.getTime() - startsAt.getTime() >= forMinutes * minuteMs;
      watched.set(key, { alert: { ...condition, startsAt, endsAt: null }, isFiring });
    }
    for (const [key, { alert, isFiring }] of watched) {
      if (current.has(key) || !isOver(alert.name)) continue;
      if (isFiring) watched.set(key, { alert: { ...alert, endsAt: alert.endsAt ?? now }, isFiring });
      else watched.delete(key);
    }
  }

  /** Counts what is due. @returns what no copy has sent yet */
  async function claim(): Promise<OperatorAlert[]> {
    const claimed: OperatorAlert[] = [];
    for (const [key, { alert, isFiring }] of watched) {
      if (!isFiring) continue;
      if (await deps.limits.isWithin(limitOf(alert), key)) claimed.push(alert);
      else if (alert.endsAt !== null) watched.delete(key);
    }
    return claimed;
  }

  return {
    async check() {
      const facts = await readFactsInTime(deps);
      // Without an answer, nothing is known about the other conditions, so they neither begin nor end.
      if (facts === null) update(downConditions, () => false);
      else update(findConditions(facts), () => true);
      const claimed = await claim();
      if (claimed.length === 0) return;
      try {
        await alerts.send(claimed);
      } catch (error) {
        deps.log.error({ err: error, alerts: claimed.map(({ name }) => name) }, 'the alert receiver can’t be reached');
        for (const alert of claimed) await deps.limits.forgive(limitOf(alert), keyOf(alert));
        return;
      }
      for (const alert of claimed) {
        if (alert.endsAt === null) continue;
        watched.delete(keyOf(alert));
        await deps.limits.forgive('alert', keyOf(alert));
      }
    },
  };
}

function limitOf({ endsAt }: OperatorAlert): LimitName {
  return endsAt === null ? 'alert' : 'alert-end';
}

/** Watches until the returned function is called; does nothing without a receiver. */
export function watchAlerts(deps: Deps): () => void {
  if (deps.alerts === null) return () => undefined;
  const watch = createAlertWatch(deps, deps.alerts);
  let isChecking = false;
  const timer = setInterval(async () => {
    if (isChecking) return;
    isChecking = true;
    await watch.check().catch((error: unknown) => deps.log.error({ err: error }, 'alerts could not be checked'));
    isChecking = false;
  }, everyMs);
  return () => clearInterval(timer);
}
