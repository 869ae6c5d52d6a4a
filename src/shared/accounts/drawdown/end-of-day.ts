import type { DrawdownRule } from './drawdown-rule.ts';
import { trailing } from './trailing.ts';

/** The floor follows the highest balance at a close. */
export const endOfDayDrawdown: DrawdownRule<'maxLossCents' | 'lock'> = { ...trailing, marks: 'close' };
