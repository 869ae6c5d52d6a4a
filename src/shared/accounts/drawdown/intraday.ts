import type { DrawdownRule } from './drawdown-rule.ts';
import { trailing } from './trailing.ts';

/** The floor follows the highest equity, including open profit, at every moment. */
export const intradayDrawdown: DrawdownRule<'maxLossCents' | 'lock'> = { ...trailing, marks: 'equity' };
