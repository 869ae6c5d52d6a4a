import { expect, test } from '../fixtures.ts';

for (const width of [390, 1440]) {
  test(`another size of a program moves neither its button nor the chart, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/classic-accounts');
    const box = page.getByRole('region', { name: /Classic/ }).first();
    const chart = page.locator('#floor-diagram');
    const topOf = () => chart.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const before = await topOf();
    const sizes = await box.getByRole('radio').all();
    expect(sizes.length).toBeGreaterThan(1);
    for (const size of sizes) {
      await size.check({ force: true });
      const link = box.getByRole('link', { name: /\dK/ });
      await expect(link).toHaveCount(1);
      await expect(link).toContainText(await size.inputValue());
      expect(await topOf()).toBe(before);
    }
  });
}
