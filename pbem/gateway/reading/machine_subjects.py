"""How the subjects of mails that machines write begin, in many languages: data, and the form in which they are compared."""

from __future__ import annotations

import re
import unicodedata

# How the subjects of answering machines begin. «Auto» and its like no person writes at the start of a subject; that somebody is
# away persons write as well, so those words count only when they are the whole subject, or a colon follows.
AUTO_STARTS = """
    auto reply|autoreply|auto response|autoresponse|autorespons|autoresponder|auto responder|automatic reply|automated reply
    automatic response|automated response|automatic answer|out of office autoreply|out of office auto reply|vacation reply
    vacation auto|vacation response|automatische antwort|automatisierte antwort|automatische ruckmeldung|abwesenheitsnotiz
    abwesenheitsmeldung|abwesenheitsbenachrichtigung|abwesenheitsassistent|automatische empfangsbestatigung
    reponse automatique|message automatique|reponse d'absence|message d'absence|avis d'absence
    respuesta automatica|contestacion automatica|mensaje automatico|autorespuesta
    resposta automatica|mensagem automatica|risposta automatica|messaggio automatico|risposta non al computer
    automatisch antwoord|automatische beantwoording|automatisch bericht|afwezigheidsbericht|afwezigheidsassistent
    autosvar|automatiskt svar|automatisk svar|automatisk svarmelding|franvaromeddelande|fravaersbesked|fravaersmelding
    fraværsbesked|fraværsmelding|automaattinen vastaus|poissaoloviesti|automaatvastus
    odpowiedz automatyczna|automatyczna odpowiedz|autoodpowiedz|automaticka odpoved|automatikus valasz
    raspuns automat|automatski odgovor|automatsko odgovaranje|samodejni odgovor|automatinis atsakymas|automatiska atbilde
    автоматический ответ|автоответ|автоответчик|автоматична відповідь|автовідповідь|автоматичен отговор
    αυτοματη απαντηση|otomatik yanıt|otomatik yanit|otomatik cevap|balasan otomatis|jawapan automatik|tra loi tu đong
    自動応答|自動返信|不在通知|自动答复|自动回复|自動回覆|自動回復|자동 회신|자동회신|자동 응답|자동응답
    תשובה אוטומטית|מענה אוטומטי|رد تلقائي|ตอบกลับอัตโนมัติ
"""
AWAY_STARTS = """
    out of office|out of the office|out of my office|away from the office|away from my mail|on vacation|on holiday
    ooo|vacation|absence notice|abwesend|abwesenheit|nicht im buro|im urlaub|absent|absence|absence du bureau|absent du bureau
    en conges|fuera de la oficina|fuera de oficina|ausente|ausencia|fora do escritorio|fuori sede|fuori ufficio
    assente|assenza|afwezig|afwezigheid|niet op kantoor|franvaro|franvarande|ej pa kontoret|fravær|fravaer|ikke til stede
    ikke pa kontoret|poissa|poissa toimistosta|poza biurem|nieobecnosc|nieobecny|mimo kancelar|nepritomnost|hazon kivul
    in afara biroului|вне офиса|отсутствие|відсутність|поза офісом|извън офиса|εκτος γραφειου|ofis dısında|ofis disinda
    不在|外出中|休暇中|不在办公室|外出|休假|부재중|부재 중
"""
# Notes names the person between its word and what it says of them.
AUTO_NAMED = re.compile(r"auto: .{1,120}\b(?:out of (?:the )?office|returning|ruckkehr|ausser haus|abwesend|absent|away)\b")
WHOLE_SUBJECT = frozenset({"out of office", "out of the office", "away from the office", "away from my mail", "不在通知"})
BOUNCE_STARTS = """
    undeliver|nondeliver|non deliver|delivery status notification|delivery failure|delivery fail|delivery notification
    delivery has failed|delivery problem|delivery error|delivery report|delivery delayed|delivery incomplete|failure notice
    failure delivery|failed mail|failed delivery|mail delivery|mail failed|mail failure|mail could not|mail system error
    mail not delivered|mail returned|returned mail|returned email|returned to sender|returned message|return receipt error
    message delayed|delayed mail|delayed message|message delivery|message undeliverable|message not delivered
    message could not|message status|message you sent|your message could not|your mail could not|could not deliver
    could not send|cannot deliver|can't deliver|unable to deliver|warning: could not send|warning: message|warning: mail
    warning - delayed|transient failure|permanent failure|user unknown|unknown user|unknown recipient|invalid recipient
    rejected mail|mail rejected|mailbox full|quota exceeded|over quota|error sending|error delivering|***undeliver
    unzustellbar|nicht zustellbar|zustellung|zustellungs|fehler bei der zustellung|nachricht nicht zugestellt
    non remis|non distribu|message non|echec de|echec d'envoi|remise differee|notification d'etat de remise
    no se puede entregar|no se pudo entregar|no entregado|mensaje no|error de entrega|fallo en la entrega|devuelto
    non recapitabil|mancato recapito|mancata consegna|impossibile recapitare|errore di consegna|notifica di mancat
    nao foi possivel entregar|nao entregue|falha na entrega|falha de entrega|mensagem nao|nao e possivel entregar
    onbestelbaar|niet bezorgd|bezorging mislukt|kan niet worden bezorgd|olevererbar|kan inte levereras|kunde inte leverer
    kan ikke leveres|kunne ikke leveres|ikke leveret|ikke levert|ei voitu toimittaa|niedostarcz|nie dostarcz
    nie mozna dostarczyc|nedoruc|nedorucitel|kezbesithetetlen|nelivrat|imposibil de livrat|teslim edilemedi
    недостав|не доставлен|не удалось доставить|невозможно доставить|не може бути доставлен|неможливо доставити
    αδυνατη η παραδοση|μη παραδοτεο|配信不能|配信できません|配送不能|未配信|無法傳遞|未傳遞
    未送达|无法传递|系统退信|退信
    전송 실패|배달되지|배달 못함
"""


def folded(text: str) -> str:
    """Letters without case and accents, hyphens and runs of spaces as one space, no brackets at the start."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    bare = re.sub(r"[-‐-―_\s]+", " ", bare.replace("’", "'"))
    return bare.lstrip(" [(<{*\"'").rstrip()


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(folded, text.replace("\n", "|").split("|"))))


AUTO, AWAY, FAILED = _phrases(AUTO_STARTS), _phrases(AWAY_STARTS), _phrases(BOUNCE_STARTS)
WHOLE = frozenset(folded(each) for each in WHOLE_SUBJECT)
