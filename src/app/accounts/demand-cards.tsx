import { useStore } from '@nanostores/react';
import { useDeferredValue } from 'react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { $details } from './stores/details.ts';
import type { CardProps } from './texts.ts';

// Few accounts have either.
const ConductCards = onDemand(async () => (await import('./conduct/conduct-card.tsx')).ConductCards);
const DocumentsCards = onDemand(async () => (await import('./documents-card.tsx')).DocumentsCards);

/** The selected account's details; null until they have loaded. Their cards render in slices, so that no press waits. */
export function useDetails({ account }: CardProps) {
  const { data } = useDeferredValue(useStore($details));
  return data?.accountId === account.id ? data : null;
}

export function DemandCards(props: CardProps) {
  const details = useDetails(props);
  if (details === null) return null;
  return (
    <>
      {details.conduct.length > 0 && <ConductCards {...props} details={details} fallback={null} />}
      {details.documentRequests.length > 0 && <DocumentsCards {...props} details={details} fallback={null} />}
    </>
  );
}
