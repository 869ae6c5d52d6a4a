import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { formatMoment } from '#lib/format-date-time.ts';
import { pathTo } from '#routes.ts';
import { Select } from '#ui/select.tsx';
import type { PayoutRequestStore } from './stores/payouts.ts';
import { useTexts } from './texts.ts';

type DestinationFieldProps = {
  readonly request: Pick<PayoutRequestStore, '$destinations' | 'setDestination'> & {
    readonly $form: ReadableAtom<{ readonly destinationId: string }>;
  };
};

/** Where to pay. The options are short enough for a phone: `Bank PT50 •••• 0154`. */
export function DestinationField({ request }: DestinationFieldProps) {
  const { strings, t, locale } = useTexts();
  const destinations = useStore(request.$destinations);
  const { destinationId } = useStore(request.$form);
  const usableAt = destinations.find(({ id }) => id === destinationId)?.usableAt ?? 0;
  const verification = pathTo('payoutVerification', {}, locale);
  if (destinations.length === 0) {
    return (
      <p>
        {strings.no_destination} <a href={verification}>{strings.add_destination}</a>
      </p>
    );
  }
  return (
    <Select
      label={strings.destination}
      hint={
        <>
          {usableAt > Date.now() && `${t('destination_later', { moment: formatMoment(usableAt, locale) })} `}
          <a href={verification}>{strings.manage_destinations}</a>
        </>
      }
      value={destinationId}
      onChange={(event) => void request.setDestination(event.target.value)}
      options={destinations.map(({ id, method, masked }) => ({
        value: id,
        label: `${strings[`destination_${method}`]} ${masked}`,
      }))}
    />
  );
}
