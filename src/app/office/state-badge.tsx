import type { ComponentProps } from 'react';
import type { OfficeListName } from '#shared/office/lists.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyCell } from './empty-cell.tsx';
import { useTexts } from './texts.ts';
import { textOf } from './types.ts';

type Tone = NonNullable<ComponentProps<typeof Badge>['tone']>;

const badStates = new Set([
  'returned',
  'rejected',
  'declined',
  'refused',
  'revoked',
  'breached',
  'failed',
  'lost',
  'terminated',
  'suspended',
  'unverified',
  'upheld',
]);
const goodStates = new Set([
  'fulfilled',
  'passed',
  'won',
  'settled',
  'verified',
  'active',
  'confirmed',
  'lifted',
  'cleared',
  'running',
  'paid',
  'approved',
]);
const waiting = new Set([
  'in-review',
  'review',
  'sent',
  'accepted',
  'exported',
  'partly-settled',
  'open',
  'requested',
  'partial',
  'lift-requested',
  'pending',
  'past-due',
  'retrying',
  'locked',
]);

/** States whose tone differs between lists: final in one, a step in another. */
const tones: Readonly<Partial<Record<OfficeListName, Readonly<Record<string, Tone>>>>> = {
  orders: { paid: 'accent' },
  payouts: { approved: 'accent' },
  screenings: { confirmed: 'danger' },
  subscriptions: { 'past-due': 'danger' },
  halts: { running: 'danger', lifted: 'neutral' },
};

function toneOf(list: OfficeListName, value: string): Tone {
  const listTone = tones[list]?.[value];
  if (listTone) return listTone;
  return badStates.has(value)
    ? 'danger'
    : goodStates.has(value)
      ? 'success'
      : waiting.has(value)
        ? 'accent'
        : 'neutral';
}

/** A state, coloured by what it means in its list. */
export function StateBadge({ list, value }: { readonly list: OfficeListName; readonly value: string }) {
  const { strings } = useTexts();
  if (value === 'none') return <EmptyCell />;
  return <Badge tone={toneOf(list, value)}>{textOf(strings, 'value', value)}</Badge>;
}
