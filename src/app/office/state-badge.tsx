import type { Tone } from '#shared/office/list-columns.ts';
import { Badge } from '#ui/badge.tsx';
import { textOf, useTexts } from './texts.ts';

type StateBadgeProps = {
  readonly value: string;
  readonly tones: Readonly<Record<string, Tone>>;
  /** In a list, where only exceptions are colored. */
  readonly quiet?: boolean;
};

export function StateBadge({ value, tones, quiet = false }: StateBadgeProps) {
  const { strings } = useTexts();
  if (value === 'none') return null;
  if (quiet && tones[value] !== 'danger') return textOf(strings, 'value', value);
  return <Badge tone={tones[value] ?? 'neutral'}>{textOf(strings, 'value', value)}</Badge>;
}
