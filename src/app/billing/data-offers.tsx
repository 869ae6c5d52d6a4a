import { formatMoney } from '#lib/money/format.ts';
import { checkoutPath } from '#routes/checkouts.ts';
import { type PlatformName, platformFacts, platforms } from '#shared/catalog/platforms.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import type { Pending } from './stores/billing.ts';
import { useTexts } from './texts.ts';
import type { BillingProps, MarketDataDetails } from './types.ts';

type DataOffersProps = MarketDataDetails & Pick<Pending, 'dataOffers'>;

type Offer = MarketDataDetails['dataPackages'][number];

/** Market data that can be added, by platform. */
export function DataOffers(props: DataOffersProps) {
  const { strings, t, locale } = useTexts();
  const { dataPackages, professionalCents } = props;
  const price = formatMoney(professionalCents, locale, { whole: true });
  const sold = platforms.filter((platform) => dataPackages.some((offer) => offer.platforms.includes(platform)));
  return (
    <>
      <p className="muted">{t('data_lead', { price })}</p>
      <DataTable
        caption={strings.data_title}
        hideCaption
        rows={dataPackages}
        rowKey={({ id }) => id}
        columns={[
          { key: 'what', header: strings.data_what, place: 'lead', cell: (offer) => nameOf(offer, strings) },
          {
            key: 'price',
            place: 'value',
            header: strings.data_month,
            align: 'end',
            cell: ({ priceCents }) =>
              priceCents === 0 ? strings.data_none : formatMoney(priceCents, locale, { whole: true }),
          },
          ...sold.map((platform) => ({
            key: platform,
            header: platformFacts[platform].name,
            align: 'end' as const,
            cell: (offer: Offer) => <PlatformOffer {...props} {...{ offer, platform }} />,
          })),
        ]}
      />
    </>
  );
}

type PlatformOfferProps = DataOffersProps & { readonly offer: Offer; readonly platform: PlatformName };

function PlatformOffer({ offer, platform, dataOffers }: PlatformOfferProps) {
  const { strings, t, locale } = useTexts();
  const offered = dataOffers.find((each) => each.packageId === offer.id && each.platform === platform);
  if (!offered) return null;
  const { blockedReason, isChange } = offered;
  if (blockedReason === 'running') return <Badge tone="success">{strings.data_running}</Badge>;
  if (blockedReason !== null) return <span className="muted">{strings[`data_${blockedReason}`]}</span>;
  const label = t('data_for', { name: nameOf(offer, strings), platform: platformFacts[platform].name });
  return (
    <Button
      variant="outline"
      size="small"
      href={checkoutPath(kindOf(offer), platform, { packageId: offer.id }, locale)}
    >
      {isChange ? strings.data_change : strings.data_order}
      <span className="visually-hidden">: {label}</span>
    </Button>
  );
}

function kindOf({ priceCents }: Offer) {
  return priceCents === 0 ? 'market-data-free' : 'market-data';
}

function nameOf({ priceCents, depth }: Offer, strings: BillingProps['strings']): string {
  if (priceCents === 0) return strings.data_free;
  return depth ? strings.data_depth : strings.data_top;
}
