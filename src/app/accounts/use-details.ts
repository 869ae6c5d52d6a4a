import { useStore } from '@nanostores/react';
import { useDeferredValue } from 'react';
import { $details } from './stores/details.ts';
import type { CardProps } from './types.ts';

/** The selected account's details; null until they have loaded. Their cards render in slices, so that no press waits. */
export function useDetails({ account }: CardProps) {
  const { data } = useDeferredValue(useStore($details));
  return data?.accountId === account.id ? data : null;
}
