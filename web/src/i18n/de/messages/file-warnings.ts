/** What was not read of a file, by the codes of its warnings. */
export const fileWarnings = {
  text_cut: "Der Text wurde gekürzt: Er hat {{characters}} Zeichen, die ersten {{limit}} sind durchsuchbar",
  no_text: "In der Datei wurde kein Text gefunden",
  more_warnings: "Es gibt {{number}} weitere Warnungen",
  pages_over_limit:
    "Seite {{pages}}: gescannt und nicht gelesen, weil höchstens {{limit}} gescannte Seiten gelesen werden",
  pages_over_limit_and_more:
    "Seite {{pages}} und {{more}} weitere: gescannt und nicht gelesen, weil höchstens {{limit}} gescannte Seiten gelesen werden",
  pages_without_text: "Seite {{pages}}: nur Bilder ohne lesbaren Text",
  pages_without_text_and_more: "Seite {{pages}} und {{more}} weitere: nur Bilder ohne lesbaren Text",
  pages_hard_to_read: "Seite {{pages}}: schwer zu lesen, der Text kann falsch sein",
  pages_hard_to_read_and_more:
    "Seite {{pages}} und {{more}} weitere: schwer zu lesen, der Text kann falsch sein",
  pages_damaged: "Seite {{pages}}: beschädigt und nicht gelesen",
  pages_damaged_and_more: "Seite {{pages}} und {{more}} weitere: beschädigt und nicht gelesen",
  pages_with_hidden_text: "Seite {{pages}}: verborgener Text, der gelesen wurde",
  pages_with_hidden_text_and_more:
    "Seite {{pages}} und {{more}} weitere: verborgener Text, der gelesen wurde",
  first_pages: "Nur die ersten {{limit}} von {{pages}} Seiten wurden gelesen",
  sheet_cut: "Das Blatt „{{sheet}}“ wurde nach {{limit}} von {{rows}} Zeilen abgeschnitten",
  sheet_wide: "Nur die ersten {{limit}} Spalten des Blatts „{{sheet}}“ wurden gelesen",
  sheet_hidden: "Das Blatt „{{sheet}}“ ist ausgeblendet",
  sheet_has_hidden_cells: "Das Blatt „{{sheet}}“ hat ausgeblendete Zeilen oder Spalten, die gelesen wurden",
  sheet_end_lost: "Die letzten {{rows}} Zeilen des Blatts „{{sheet}}“ wurden nicht gelesen",
  sheet_rows_lost:
    "Nur die ersten {{limit}} Zeilen des Blatts „{{sheet}}“ wurden gelesen: Es hat Zeilen bis {{rows}}",
  rows_lost: "Nur die ersten {{limit}} Zeilen eines Blatts wurden gelesen: Es hat Zeilen bis {{rows}}",
  formulas_without_value:
    "Zellen, deren Formel keinen gespeicherten Wert hat: {{number}}. Speichern Sie die Datei in einem Tabellenprogramm, und laden Sie sie erneut hoch",
  pictures_over_limit:
    "{{number}} eingebettete Bilder: nicht gelesen, weil höchstens {{limit}} gelesen werden",
  pictures_unreadable: "{{number}} eingebettete Bilder: nicht lesbar",
  pictures_hard_to_read: "{{number}} eingebettete Bilder: schwer zu lesen, der Text kann falsch sein",
  picture_hard_to_read: "Das Bild ist schwer zu lesen: Sein Text kann falsch sein",
  attachments_unread: "Angehängte Dateien, die nicht gelesen wurden: {{number}}",
  objects_unread: "Eingebettete Diagramme, Schaubilder und Dateien wurden nicht gelesen",
  tracked_changes:
    "Das Dokument enthält nachverfolgte Änderungen: Sie wurden gelesen, als wären sie angenommen",
  hidden_text: "Das Dokument enthält verborgenen Text, der gelesen wurde",
};
