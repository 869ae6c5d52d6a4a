import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { IslandProps } from '#app/shell/define-island.tsx';
import { onDemand } from '#app/shell/on-demand.tsx';
import { $session } from '#app/shell/stores/session.ts';
import type contact from '#locales/en/contact.json';
import type { ClaimTexts } from '#shared/support/claims.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './contact.module.css';
import { MessageForm } from './message-form.tsx';
import { readTicketLink, type TicketLink } from './stores/tickets.ts';
import { defineIsland } from './texts.ts';

const TicketScreen = onDemand(async () => (await import('./ticket-screen.tsx')).TicketScreen);
const OwnTickets = onDemand(async () => (await import('./own-tickets.tsx')).OwnTickets);

const loading = (
  <div className={styles.loading}>
    <Skeleton shape="row" count={4} />
  </div>
);

export const ContactIsland = defineIsland({ route: 'contact', screen: Contact });

/** The conversation in the address, the person's own tickets, or the form for people who aren't signed in. */
function Contact({ claimTexts }: IslandProps<typeof contact> & { readonly claimTexts: ClaimTexts }) {
  const { status } = useStore($session, { ssr: 'initial' });
  const [link, setLink] = useState<TicketLink | null>(null);
  useEffect(() => {
    const follow = () => setLink(readTicketLink());
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const isVerified = status === 'verified';
  if (link !== null && (isVerified || link.secret !== undefined || status === 'checking')) {
    if (status === 'checking' && link.secret === undefined) return loading;
    return <TicketScreen fallback={loading} key={link.ticketId} link={link} />;
  }
  if (isVerified) return <OwnTickets fallback={loading} claimTexts={claimTexts} />;
  return (
    <>
      <div className={styles.forVisitors} data-checking={status === 'checking' || undefined}>
        <MessageForm signInFirst={link !== null} />
      </div>
      {status === 'checking' && <div className={styles.forPerson}>{loading}</div>}
    </>
  );
}
