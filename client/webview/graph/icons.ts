import { svgElement } from '../dom';

/** Icons of the buttons, as lines in a square of 16. */
const lines = {
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M10.3 10.3L14 14',
  zoomIn: 'M8 3v10M3 8h10',
  zoomOut: 'M3 8h10',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10M6 6h4v4H6z',
  neighbours:
    'M8 6a2 2 0 1 1 0 4a2 2 0 1 1 0-4M6.4 6.8L4 4.5M9.6 6.8L12 4.5M6.4 9.2L4 11.5M9.6 9.2L12 11.5M3 3.5h.01M13 3.5h.01M3 12.5h.01M13 12.5h.01',
  path: 'M3.5 2a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3M12.5 11a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3M5 3.5h5.5a2.25 2.25 0 0 1 0 4.5h-5a2.25 2.25 0 0 0 0 4.5H11',
  automata: 'M2.5 2.5h11v11h-11zM5 8h5M8.5 5.5L11 8L8.5 10.5',
  minimap: 'M2 3h12v10H2zM8.5 8.5H12V11H8.5z',
  legend: 'M2.5 3.5h3M2.5 8h3M2.5 12.5h3M8 3.5h5.5M8 8h5.5M8 12.5h5.5',
  export: 'M8 2v8M4.5 6.8L8 10.3l3.5-3.5M2.5 13.5h11',
  next: 'M4 6l4 4l4-4',
  previous: 'M4 10l4-4l4 4',
  back: 'M7 3.5L2.5 8L7 12.5M2.5 8h11',
  close: 'M4 4l8 8M12 4l-8 8',
  restart: 'M13 8a5 5 0 1 1-1.6-3.7M11.8 1.8v2.8H9',
  newUser:
    'M6.5 2.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5M2 13.5c0-2.4 2-4.2 4.5-4.2s4.5 1.8 4.5 4.2M12.5 3.5v4M10.5 5.5h4',
  startFrom: 'M3.5 3v10M6.5 3.5v9L13 8z',
  save: 'M2.5 2.5H11L13.5 5v8.5h-11zM5 2.5V6h5V2.5M5 13.5v-4h6v4',
} as const;

export type IconName = keyof typeof lines;

/** An icon that is hidden from screen readers: the button has a name. */
export function icon(name: IconName): SVGSVGElement {
  return svgElement(
    'svg',
    { class: 'icon', viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
    svgElement('path', { d: lines[name] }),
  );
}
