import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type calls from '../../../public/locales/en/calls.json';
import type contact from '../../../public/locales/en/contact.json';
import type { Locale } from '../../i18n/locales.ts';
import { $session } from '../../stores/session.ts';
import { readTicketLink, type TicketLink } from '../../stores/tickets.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AppShell } from '../app-shell/app-shell.tsx';
import { MessageForm } from './message-form.tsx';
import { TextsProvider } from './texts.ts';

const TicketScreen = lazy(async () => ({ default: (await import('./ticket-screen.tsx')).TicketScreen }));
const OwnTickets = lazy(async () => ({ default: (await import('./own-tickets.tsx')).OwnTickets }));

type ContactProps = { readonly locale: Locale; readonly calls: typeof calls; readonly strings: typeof contact };

export function ContactIsland({ locale, calls: callStrings, strings }: ContactProps) {
  return (
    <AppShell route="contact" locale={locale} calls={callStrings}>
      <TextsProvider strings={strings} locale={locale}>
        <Contact />
      </TextsProvider>
    </AppShell>
  );
}

/** A conversation that the address names, the person's own ones, or the form for everybody else. */
function Contact() {
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
    return (
      <Suspense fallback={<Skeleton shape="row" count={4} />}>
        {status === 'checking' && link.secret === undefined ? (
          <Skeleton shape="row" count={4} />
        ) : (
          <TicketScreen key={link.ticketId} link={link} />
        )}
      </Suspense>
    );
  }
  if (!isVerified) return <MessageForm signInFirst={link !== null} />;
  return (
    <Suspense fallback={<Skeleton shape="row" count={4} />}>
      <OwnTickets />
    </Suspense>
  );
}
