import { formatMoney } from '#lib/money/format.ts';
import { colonOf, withLabel } from '#lib/with-label.ts';
import { checkoutPath } from '#routes/checkouts.ts';
import { type PlatformName, platformFacts, platforms } from '#shared/catalog/platforms.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import styles from './billing.module.css';
import type { Pending } from './stores/billing.ts';
import { type BillingProps, type MarketDataDetails, useTexts } from './texts.ts';

type DataOffersProps = MarketDataDetails & Pick<Pending, 'dataOffers'>;

type Offer = MarketDataDetails['dataPackages'][number];

export function DataOffers(props: DataOffersProps) {
  const { strings, t, locale } = useTexts();
  const { dataPackages, professionalCents } = props;
  const price = formatMoney(professionalCents, locale, { whole: true });
  const sold = platforms.filter((platform) => dataPackages.some((offer) => offer.platforms.includes(platform)));
  return (
    <>
      <p className="muted small">{t('data_lead', { price })}</p>
      <DataTable
        caption={strings.data_title}
        rows={dataPackages}
        rowKey={({ id }) => id}
        columns={[
          { header: strings.data_what, place: 'lead', cell: (offer) => nameOf(offer, strings) },
          {
            place: 'value',
            header: strings.data_month,
            align: 'end',
            cell: ({ priceCents }) =>
              priceCents === 0 ? strings.data_none : formatMoney(priceCents, locale, { whole: true }),
          },
          {
            place: 'actions',
            header: strings.data_for,
            align: 'end',
            cell: (offer) => (
              <div className={`cluster gap-2 ${styles.actions}`}>
                <span className={styles.label} aria-hidden="true">
                  {strings.data_for}
                </span>
                {sold.map((platform) => (
                  <PlatformOffer key={platform} {...props} offer={offer} platform={platform} />
                ))}
              </div>
            ),
          },
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
  const { name } = platformFacts[platform];
  if (blockedReason !== null) {
    const text = withLabel(name, strings[`data_${blockedReason}`], locale);
    return blockedReason === 'running' ? <Badge tone="success">{text}</Badge> : <span className="muted">{text}</span>;
  }
  return (
    <Button
      variant="outline"
      size="small"
      href={checkoutPath(kindOf(offer), platform, { packageId: offer.id }, locale)}
    >
      {isChange ? (
        t('data_change', { platform: name })
      ) : (
        <>
          <span aria-hidden="true">{name}</span>
          <span className="visually-hidden">{t('data_order', { platform: name })}</span>
        </>
      )}
      <span className="visually-hidden">{colonOf(locale) + nameOf(offer, strings)}</span>
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
