import { expect, it } from 'vitest';
import { namesWith, nearestNames } from '../../server/text/nearest';

const names = [...Array.from({ length: 5000 }, (_, index) => `state_${index}_of_many`), 'welcome', 'answer'];

it.each([
  ['welcom', 'welcome'],
  ['elcome', 'welcome'],
  ['wellcome', 'welcome'],
  ['anwser', 'answer'],
  ['Answer', 'answer'],
  ['state_4711_of_may', 'state_4711_of_many'],
])('finds %s among thousands of names', (written, meant) => {
  expect(nearestNames(written, names)[0]).toBe(meant);
});

it('finds names by their beginning', () => {
  expect(namesWith('state_471', names)).toEqual(
    names.filter((name) => name.startsWith('state_471')).toSorted(),
  );
  expect(namesWith('x', names)).toEqual([]);
});
