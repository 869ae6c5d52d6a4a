import { onDemand } from '#app/shell/on-demand.tsx';
import type { CardProps } from './types.ts';
import { useDetails } from './use-details.ts';

// Few accounts have either.
const ConductCards = onDemand(async () => (await import('./conduct/conduct-card.tsx')).ConductCards);
const DocumentsCards = onDemand(async () => (await import('./documents-card.tsx')).DocumentsCards);

/** What waits for the owner: a conduct case's answer and requested documents. */
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
