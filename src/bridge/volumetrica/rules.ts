import { hourMs } from '#lib/durations.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { Refused } from '../core/adapter.ts';
import { isObject, type Row } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createTurns } from '../core/turns.ts';
import { findMismatches, listedSymbols, type Restrictions, ruleOf, type VendorSymbol } from './limits.ts';
import { type Rest, rowsOf } from './rest.ts';

/** The vendor's rules: each is created once, found by its name, and corrected if somebody has changed it. */
export function createRules(rest: Rest, { clock, say }: Pick<CoreParts, 'clock' | 'say'>) {
  const turns = createTurns();
  let symbols: { readonly list: readonly VendorSymbol[]; readonly readAt: number } | undefined;

  async function readSymbols(): Promise<readonly VendorSymbol[]> {
    const now = clock.now();
    if (!symbols || now >= symbols.readAt + hourMs)
      symbols = { list: listedSymbols(rowsOf(await rest.get('/Symbol/List')), now), readAt: now };
    return symbols.list;
  }

  async function find(name: unknown): Promise<Row | undefined> {
    const rows = rowsOf(await rest.get('/TradingRule/List', { skip: -1, take: -1 }));
    return rows.find((row) => row['description'] === name);
  }

  async function create(rule: Row): Promise<Row> {
    const { success, errors } = await rest.send('POST', '/TradingRule/Validate', rule);
    if (success === false)
      throw new Refused(`the vendor refuses the limits: ${Object.values(isObject(errors) ? errors : {}).join('; ')}`);
    await rest.send('POST', '/TradingRule', rule);
    const created = await find(rule['description']);
    if (!created) throw new Error('the vendor’s list doesn’t show the new rule yet');
    return created;
  }

  /** @throws {Refused} the names of limits that the vendor doesn't hold */
  async function ensure(rule: Row): Promise<string> {
    const held = (await find(rule['description'])) ?? (await create(rule));
    const ruleId = String(held['ruleId']);
    const mismatches = findMismatches(rule, held);
    if (mismatches.length === 0) return ruleId;
    say(`rule ${rule['description']}: the vendor holds other limits: ${mismatches.join(', ')}`);
    await rest.send('POST', '/TradingRule', { ...rule, ruleId });
    const left = findMismatches(rule, (await find(rule['description'])) ?? {});
    if (left.length > 0) throw new Refused(`the vendor holds other limits: ${left.join(', ')}`);
    return ruleId;
  }

  return {
    readSymbols,
    /** The id of the vendor's rule with these limits. @throws {Refused} if the vendor holds other ones */
    async ensure(rules: AccountRules, restrictions: Restrictions): Promise<string> {
      const rule = ruleOf(rules, await readSymbols(), restrictions);
      // Two accounts that are opened at once share the rule.
      return turns.take(String(rule['description']), () => ensure(rule));
    },
  };
}

export type Rules = ReturnType<typeof createRules>;
