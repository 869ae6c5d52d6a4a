import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useTexts } from '#app/office/texts.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { $presence, type createAgentReply, startPresence } from '../stores/office-ticket.ts';

type TicketPresenceProps = {
  readonly ticketId: string;
  readonly version: number;
  readonly reply: ReturnType<typeof createAgentReply>;
  readonly onReload: () => void;
};

/** Warns when a colleague has the ticket open or is replying, and when it has changed since it was loaded. */
export function TicketPresence({ ticketId, version, reply, onReload }: TicketPresenceProps) {
  const { strings, t, locale } = useTexts();
  const presence = useStore($presence);
  useEffect(() => startPresence(ticketId, () => reply.$form.get().values.message.trim() !== ''), [ticketId, reply]);
  const others = presence?.others ?? [];
  const writing = others.filter((each) => each.writing);
  const shown = writing.length > 0 ? writing : others;
  const names = new Intl.ListFormat(locale).format(shown.map(({ name }) => name));
  return (
    <div role="status">
      {shown.length > 0 && (
        <Alert
          kind={writing.length > 0 ? 'warning' : 'info'}
          title={t(writing.length > 0 ? 'ticket_writing' : 'ticket_reading', { names })}
        />
      )}
      {presence !== null && presence.version > version && (
        <Alert
          kind="warning"
          title={strings.ticket_stale}
          actions={
            <Button
              label={strings.ticket_stale_load}
              variant="outline"
              size="small"
              onClick={() => {
                reply.acknowledge();
                onReload();
              }}
            />
          }
        />
      )}
    </div>
  );
}
