import { type Evaluator, placeOf, type Variables } from './evaluator';
import type { Json } from './events';
import type { Located } from './located';
import type { ShownButton } from './visit';

/** The parts of a message, with their expressions replaced. */
export interface Rendered {
  readonly text: string | undefined;
  readonly image: string | undefined;
  readonly audio: string | undefined;
  readonly video: string | undefined;
  readonly buttons: readonly ShownButton[];
}

export function renderOf(render: Located, evaluator: Evaluator, variables: Variables): Rendered {
  const shown = (name: string) => evaluator.shown(render.get(name), variables);
  return {
    text: shown('text'),
    image: shown('image'),
    audio: shown('audio'),
    video: shown('video'),
    buttons: render
      .get('buttons')
      .items()
      .flatMap((item, row) =>
        item.isList
          ? item.items().map((button) => ({ ...buttonOf(button, evaluator, variables), row }))
          : [buttonOf(item, evaluator, variables)],
      ),
  };
}

function buttonOf(button: Located, evaluator: Evaluator, variables: Variables): ShownButton {
  const click = button.get('on_click');
  const payload = click.get('payload');
  const value = payload.isGiven ? evaluator.evaluate(payload, variables) : undefined;
  const description = evaluator.shown(button.get('description'), variables);
  const json: Json | undefined = value === undefined ? undefined : evaluator.json(value, payload.origin);
  return {
    content: evaluator.shown(button.get('content'), variables) ?? '',
    ...(description === undefined || description === '' ? {} : { description }),
    event: click.isMap ? click.get('event').text : click.text,
    payload: json,
    payloadValue: value,
    id: button.get('UNSTABLE_button_id').text,
    place: placeOf(button.get('content').origin),
  };
}
