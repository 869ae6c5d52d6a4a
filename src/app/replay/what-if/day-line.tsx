import { straightPath } from '#lib/chart/paths.ts';
import { linearScale } from '#lib/chart/scale.ts';
import { formatSigned } from '#lib/money/format.ts';
import type { WhatIfDay } from '#shared/replay/what-if.ts';
import { useTypedInput } from '#ui/use-typed-input.ts';
import type { WhatIf } from '../stores/what-if.ts';
import { useTexts } from './texts.ts';

type DayLineProps = {
  readonly whatIf: WhatIf;
  readonly path: WhatIfDay;
  /** The floor that applies today, as a result of the day; null without one. */
  readonly floorDollars: number | null;
};

/** The sliders' height. A thumb's center stays half the thumb's size away from either end. */
const height = 220;
const thumb = 24;
const columnWidth = 100;
const stepDollars = 50;

/** The day as a line of sliders, set by pointer, touch or arrow keys. */
export function DayLine({ whatIf, path, floorDollars }: DayLineProps) {
  const { t, locale } = useTexts();
  const { furthest, hourOf } = whatIf;
  const line = useTypedInput<HTMLFieldSetElement>();
  const width = path.length * columnWidth;
  const y = linearScale([-furthest, furthest], [height - thumb / 2, thumb / 2]);
  const points = [0, ...path].map((dollars, index) => ({
    x: index === 0 ? 0 : (index - 0.5) * columnWidth,
    y: y(dollars),
  }));
  return (
    <fieldset ref={line} className="line">
      <legend className="visually-hidden">{t('line')}</legend>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" height={height} aria-hidden="true">
        {floorDollars !== null && (
          <>
            <path d={`M0 ${y(floorDollars)}H${width}V${height}H0Z`} className="below-floor" />
            <path d={`M0 ${y(floorDollars)}H${width}`} className="floor" />
          </>
        )}
        <path d={`M0 ${y(0)}H${width}`} className="zero" />
        <path d={straightPath(points)} className="equity" />
      </svg>
      {path.map((dollars, index) => {
        const hour = `${hourOf(index)}:00`;
        const money = formatSigned(dollars * 100, locale, { whole: true });
        return (
          <label key={hour} className="hour">
            <input
              type="range"
              name={String(index)}
              min={-furthest}
              max={furthest}
              step={stepDollars}
              value={dollars}
              aria-valuetext={money}
              aria-label={t('at', { hour })}
              onChange={(event) => whatIf.setPoint(index, event.target.valueAsNumber)}
            />
            <span className="money">{money}</span>
            <span className="clock">{hour}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
