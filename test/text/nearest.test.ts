import { expect, it } from 'vitest';
import { namesStartingWith, nearestNames } from '../../server/text/nearest';

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

it('finds names by prefix', () => {
  expect(namesStartingWith('state_471', names)).toEqual(
    names.filter((name) => name.startsWith('state_471')).toSorted(),
  );
  expect(namesStartingWith('x', names)).toEqual([]);
});
