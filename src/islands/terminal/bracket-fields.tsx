import { useStore } from '@nanostores/react';
import type { InstrumentCode } from '../../domain/instrument/instruments.ts';
import { formatSigned } from '../../domain/money/format.ts';
import { gainCents } from '../../domain/trading/order-risk.ts';
import { maxBracketTicks, maxOrderContracts } from '../../domain/trading/orders.ts';
import { readWhole } from '../../lib/read-whole.ts';
import { $ticket, setTicket, stepWhole, type TicketErrors } from '../../stores/trading-ticket.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Stepper } from './stepper.tsx';
import { useTexts } from './texts.ts';
import styles from './ticket.module.css';
import { ticketErrorText } from './ticket-error-text.ts';

type BracketFieldsProps = { readonly instrument: InstrumentCode; readonly errors: TicketErrors };

/** The target and the stop as distances from the entry's fill, in ticks and money. */
export function BracketFields({ instrument, errors }: BracketFieldsProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const ticket = useStore($ticket);
  const quantity = readWhole(ticket.quantity, maxOrderContracts);
  const money = (field: 'target' | 'stop') => {
    const ticks = readWhole(ticket[field], maxBracketTicks);
    if (ticks === null || quantity === null) return undefined;
    const cents = gainCents({ instrument, quantity }, ticks);
    return formatSigned(field === 'stop' ? -cents : cents, locale);
  };
  return (
    <div className={styles.bracket}>
      <Checkbox
        label={strings.bracket}
        checked={ticket.hasBracket}
        onChange={({ target }) => setTicket({ hasBracket: target.checked })}
      />
      {ticket.hasBracket && (
        <>
          <div className={styles.pair}>
            {(['target', 'stop'] as const).map((field) => (
              <Stepper
                key={field}
                label={strings[field === 'target' ? 'target' : 'stop_ticks']}
                lessLabel={strings.ticks_less}
                moreLabel={strings.ticks_more}
                value={ticket[field]}
                hint={money(field)}
                error={ticketErrorText(errors[field], instrument, texts)}
                onChange={(text) => setTicket({ [field]: text })}
                onStep={(by) => setTicket({ [field]: stepWhole(ticket[field], by, maxBracketTicks) })}
              />
            ))}
          </div>
          <p className="muted">{strings.bracket_hint}</p>
        </>
      )}
    </div>
  );
}
