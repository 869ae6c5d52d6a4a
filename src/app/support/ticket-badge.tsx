import type { TicketStatus } from '#shared/support/ticket.ts';
import { Badge } from '#ui/badge.tsx';
import { useTexts } from './texts.ts';

const tones = { open: 'neutral', waiting: 'accent', answered: 'success', closed: 'neutral' } as const;

export function TicketBadge({ status }: { readonly status: TicketStatus }) {
  const { strings } = useTexts();
  return <Badge tone={tones[status]}>{strings[`status_${status}`]}</Badge>;
}
