import { useStore } from '@nanostores/react';
import { formatSigned } from '#lib/money/format.ts';
import { readWhole } from '#lib/read-whole.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import { gainCents } from '#shared/trading/order-risk.ts';
import { maxBracketTicks, maxOrderContracts } from '#shared/trading/orders.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import styles from './order-ticket.module.css';
import { orderTicketErrorText } from './order-ticket-error-text.ts';
import { Stepper } from './stepper.tsx';
import { $orderTicket, type OrderTicketErrors, setOrderTicket, stepWhole } from './stores/order-ticket.ts';
import { useTexts } from './texts.ts';

type BracketFieldsProps = { readonly instrument: InstrumentCode; readonly errors: OrderTicketErrors };

/** The target and the stop as distances from the entry's fill, in ticks and money. */
export function BracketFields({ instrument, errors }: BracketFieldsProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const ticket = useStore($orderTicket);
  const quantity = readWhole(ticket.quantity, maxOrderContracts);
  const money = (field: 'target' | 'stop') => {
    const ticks = readWhole(ticket[field], maxBracketTicks);
    if (ticks === null || quantity === null) return undefined;
    const cents = gainCents({ instrument, quantity }, ticks);
    return formatSigned(field === 'stop' ? -cents : cents, locale);
  };
  return (
    <div className={`stack ${styles.bracket}`}>
      <Checkbox
        label={strings.bracket}
        checked={ticket.hasBracket}
        onChange={({ target }) => setOrderTicket({ hasBracket: target.checked })}
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
                error={orderTicketErrorText(errors[field], instrument, texts)}
                onChange={(text) => setOrderTicket({ [field]: text })}
                onStep={(by) => setOrderTicket({ [field]: stepWhole(ticket[field], by, maxBracketTicks) })}
              />
            ))}
          </div>
          <p className="muted">{strings.bracket_hint}</p>
        </>
      )}
    </div>
  );
}
