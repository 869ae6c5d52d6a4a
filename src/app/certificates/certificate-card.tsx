import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { useProgramNames } from '#app/shell/program-names.ts';
import { formatBillingDate } from '#lib/billing-date.ts';
import { formatMoney } from '#lib/money/format.ts';
import { colonOf } from '#lib/with-label.ts';
import { Button } from '#ui/button.tsx';
import styles from './certificates.module.css';
import {
  $pictures,
  type Certificate,
  copyLink,
  loadPicture,
  openChoices,
  savePdf,
  savePicture,
} from './stores/certificates.ts';
import { useTexts } from './texts.ts';

export function CertificateCard({ certificate }: { readonly certificate: Certificate }) {
  const programNames = useProgramNames();
  const { strings, t, locale } = useTexts();
  const { id, kind, name, program, size, day, amountCents } = certificate;
  const title = t(`title_${kind}`, { account: `${programNames[program]} ${size}` });
  const date = formatBillingDate(new Date(`${day}T00:00:00Z`), locale, 'long');
  const amount = amountCents === null ? strings.without_amount : formatMoney(amountCents, locale);
  return (
    <li className="stack">
      <Picture id={id} label={t('picture_of', { title })} />
      <div className="stack gap-1">
        <h2 className={styles.name}>{title}</h2>
        <p className={`cluster muted small ${styles.facts} tabular`}>
          <span>{date}</span>
          <span>{name}</span>
          <span>{amount}</span>
        </p>
      </div>
      <div className="cluster gap-2">
        <SaveButton label={strings.save_picture} subject={title} save={() => savePicture(certificate)} />
        <SaveButton label={strings.save_pdf} subject={title} save={() => savePdf(certificate)} />
        <Button variant="quiet" size="small" onClick={() => void copyLink(certificate)}>
          {strings.copy_link}
          <span className="visually-hidden">{colonOf(locale) + title}</span>
        </Button>
        <Button variant="quiet" size="small" onClick={() => openChoices(certificate)}>
          {strings.change}
          <span className="visually-hidden">{colonOf(locale) + title}</span>
        </Button>
      </div>
    </li>
  );
}

/** Loads once it is near the viewport: rendering a picture costs the server more than a list. */
function Picture({ id, label }: { readonly id: string; readonly label: string }) {
  const url = useStore($pictures)[id];
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void loadPicture(id);
      },
      { rootMargin: '400px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [id]);
  return (
    <div ref={frame} className={styles.picture} data-loading={url === undefined || undefined}>
      {url !== undefined && <img src={url} alt={label} width={1600} height={900} />}
    </div>
  );
}

type SaveButtonProps = { readonly label: string; readonly subject: string; readonly save: () => Promise<void> };

function SaveButton({ label, subject, save }: SaveButtonProps) {
  const { locale } = useTexts();
  const [isBusy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    void save().finally(() => setBusy(false));
  };
  return (
    <Button variant="outline" size="small" busy={isBusy} onClick={start}>
      {label}
      <span className="visually-hidden">{colonOf(locale) + subject}</span>
    </Button>
  );
}
