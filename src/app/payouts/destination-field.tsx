import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { formatMoment } from '#lib/format-date-time.ts';
import { pathTo } from '#routes.ts';
import { Select } from '#ui/select.tsx';
import type { Destination, PayoutRequestStore } from './stores/payouts.ts';
import { useTexts } from './texts.ts';
import type { PartProps } from './types.ts';

type DestinationFieldProps = PartProps & {
  readonly request: Pick<PayoutRequestStore, '$destinations' | 'setDestination'> & {
    readonly $form: ReadableAtom<{ readonly destinationId: string }>;
  };
};

export function DestinationField({ request }: DestinationFieldProps) {
  const { strings, t, locale } = useTexts();
  const destinations = useStore(request.$destinations);
  const { destinationId } = useStore(request.$form);
  const nameOf = ({ masked, method, usableAt }: Destination) => {
    const name = `${strings[`method_${method}`]} ${masked}`;
    if (usableAt <= Date.now()) return name;
    return t('destination_later', {
      name,
      moment: formatMoment(usableAt, locale),
    });
  };
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
      hint={<a href={verification}>{strings.manage_destinations}</a>}
      value={destinationId}
      onChange={(event) => void request.setDestination(event.target.value)}
      options={destinations.map((each) => ({ value: each.id, label: nameOf(each) }))}
    />
  );
}
