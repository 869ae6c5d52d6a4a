import type { Tone } from '#shared/office/list-columns.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyCell } from './empty-cell.tsx';
import { useTexts } from './texts.ts';
import { textOf } from './types.ts';

type StateBadgeProps = { readonly value: string; readonly tones: Readonly<Record<string, Tone>> };

/** A state, colored by what it means in its list. */
export function StateBadge({ value, tones }: StateBadgeProps) {
  const { strings } = useTexts();
  if (value === 'none') return <EmptyCell />;
  return <Badge tone={tones[value] ?? 'neutral'}>{textOf(strings, 'value', value)}</Badge>;
}
