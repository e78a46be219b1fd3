/** One bar of the chart, in its own units: the chart is 300 wide and 72 high. */
export type Bar = { x: number; y: number; width: number; height: number };

export const chart = { width: 300, height: 72 };

const gap = 2;

/** A bar for each number, the greatest as high as the chart. What is nothing has no bar; what is little, a thin one. */
export function barsOf(numbers: readonly number[]): Bar[] {
  const greatest = Math.max(...numbers, 0);
  const step = chart.width / Math.max(1, numbers.length);
  return numbers.map((number, index) => {
    const height = number <= 0 || greatest === 0 ? 0 : Math.max(1.5, (number / greatest) * chart.height);
    return { x: index * step, y: chart.height - height, width: step - gap, height };
  });
}
