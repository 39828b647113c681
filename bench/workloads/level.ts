import { type Goal, median } from '../report';
import { type ServerCommand, Session } from '../session';
import { editOf } from './edit';
import { generate } from './generate';
import { filesOnDisk } from './opening';
import { EDITS } from './places';
import { editRound, type Series } from './series';
import type { Workload } from './workload';

/** Measures whether memory grows over many edits. */

const EDIT_COUNT = 20_000;
/** A new name is typed in these places each time, so that no result is reused. */
const PLACES = EDITS.filter(({ name }) => ['expression', "output's name", "state's name"].includes(name));
/** Memory is compared between stretches of this many edits; the first stretch warms the server up. */
const STRETCH_EDITS = EDIT_COUNT / 10;
const SAMPLE_EDITS = 100;
/** The allowed growth; garbage that is not collected yet has a similar effect. */
const MAX_GROWTH = 1.1;

/** Makes the edits in each workload, and compares memory at the end with memory after the first. */
export async function level(
  command: ServerCommand,
  workloads: readonly Workload[],
  lines: number,
): Promise<{ readonly text: string; readonly goals: readonly Goal[] }> {
  const goals: Goal[] = [];
  const texts: string[] = [];
  for (const workload of workloads) {
    const stretches = await memoryByStretch(command, workload, lines);
    const measured = (stretches.at(-1) ?? 0) / (stretches[1] ?? 0);
    const size = `${lines.toLocaleString('en')} lines of \`${workload.name}\``;
    const goal = `Memory after ${EDIT_COUNT.toLocaleString('en')} edits of ${size}, in that after ${(2 * STRETCH_EDITS).toLocaleString('en')}`;
    goals.push({ goal, measured, most: MAX_GROWTH, unit: ' ×' });
    texts.push(`${size}: ${stretches.map((memory) => memory.toFixed(0)).join(', ')} MB.\n`);
  }
  const text = `Memory while ${EDIT_COUNT.toLocaleString('en')} edits are made, each with a new name: the median of each ${STRETCH_EDITS.toLocaleString('en')} edits.\n\n${texts.join('\n')}`;
  return { text, goals };
}

/** The median of the memory in each stretch, in megabytes. */
async function memoryByStretch(
  command: ServerCommand,
  { name, shape }: Workload,
  lines: number,
): Promise<number[]> {
  const project = generate(shape, lines);
  const session = await Session.start(command, filesOnDisk(project, shape.isCold));
  await session.settled();
  await session.open(project.path, project.files.get(project.path) ?? '');
  await session.diagnostics();
  const stretches: number[] = [];
  const series: Series = { times: [], cpu: 0, bytes: 0 };
  let samples: number[] = [];
  // A name is typed and removed again: two edits.
  for (let edits = 2; edits <= EDIT_COUNT; edits += 2) {
    const place = PLACES[(edits / 2) % PLACES.length];
    const edit = place && editOf(project, { ...place, typed: () => `_${edits}` }, 0);
    if (edit) await editRound(session, edit, series);
    if (edits % SAMPLE_EDITS === 0) samples.push(session.usage?.resident ?? 0);
    if (edits % STRETCH_EDITS !== 0) continue;
    stretches.push(median(samples));
    samples = [];
    console.error(`${name}: ${edits.toLocaleString('en')} edits, ${stretches.at(-1)?.toFixed(0)} MB`);
  }
  await session.stop();
  return stretches;
}
